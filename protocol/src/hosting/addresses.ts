/** The addresses at which other machines find this one. */
import { networkInterfaces } from 'node:os';

/** Those of containers, virtual machines and tunnels: a device in the house reaches none of them. */
const VIRTUAL = /^(docker|br-|veth|virbr|vmnet|vbox|vnic|tun|tap|wg|utun|tailscale|zt|cni|flannel|podman|lxc)/i;
/** What a machine gives itself where no router gives it an address. */
const LINK_LOCAL = /^169\.254\./;
const PRIVATE = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/;

/** The IPv4 addresses of this machine that other machines can reach, the most likely first. */
export function lanAddresses(
  interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces(),
): readonly string[] {
  const all = Object.entries(interfaces).flatMap(([name, addresses = []]) =>
    addresses.map(({ address, family, internal }) => ({ name, address, isOpen: family === 'IPv4' && !internal })),
  );
  const found = all.filter(({ address, isOpen }) => isOpen && !LINK_LOCAL.test(address));
  const unlikely = ({ name, address }: { name: string; address: string }) =>
    (VIRTUAL.test(name) ? 2 : 0) + (PRIVATE.test(address) ? 0 : 1);
  return found.sort((one, other) => unlikely(one) - unlikely(other)).map(({ address }) => address);
}
