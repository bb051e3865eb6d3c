/** The configuration of mosquitto. */
import { MOST_MESSAGE_BYTES, MOST_PACKET_BYTES } from '../broker/limits/limits.ts';

export interface ConfSettings {
  /** The folder of the files on the broker's machine. */
  readonly at: string;
  /** The address for devices; empty: all addresses. */
  readonly bind: string;
  readonly port: number;
  /** The port for accounts that are not devices, and its address. */
  readonly servicePort: number;
  readonly serviceBind: string;
  readonly isTls: boolean;
}

export const FILES = {
  conf: 'mosquitto.conf',
  acl: 'acl',
  passwd: 'passwd',
  servicePasswd: 'passwd-services',
} as const;
export const PKI = { ca: 'pki/ca.crt', caKey: 'pki/ca.key', cert: 'pki/broker.crt', key: 'pki/broker.key' } as const;
export const STATE = 'state';

export function mosquittoConf(settings: ConfSettings): string {
  return `${[...general(settings), '', ...devices(settings), '', ...services(settings)].join('\n')}\n`;
}

function general({ at }: ConfSettings): readonly string[] {
  return [
    '# Made by npm run do -- mosquitto; changes made here are lost.',
    '# Each listener has its own passwords: no device can log in where client ids are free.',
    'per_listener_settings true',
    '# Without this, every answer to a bead waits 40 ms.',
    'set_tcp_nodelay true',
    'persistence true',
    `persistence_location ${at}/${STATE}/`,
    'autosave_interval 1',
    'autosave_on_changes true',
    'persistent_client_expiration 1d',
    `max_packet_size ${MOST_PACKET_BYTES}`,
    `message_size_limit ${MOST_MESSAGE_BYTES}`,
    'max_inflight_messages 20',
    '# A bridge that comes back gets all retained messages at once: several for each temple.',
    'max_queued_messages 20000',
  ];
}

function devices({ at, bind, port, isTls }: ConfSettings): readonly string[] {
  return [
    '# For devices, Home Assistant, the operator, and one bridge on another machine.',
    `listener ${port}${bind === '' ? '' : ` ${bind}`}`,
    ...door(at, FILES.passwd),
    '# A second connection with the same client id ends the first, so that each client id is the user name.',
    'use_username_as_clientid true',
    ...(isTls ? tls(at) : []),
  ];
}

function services({ at, servicePort, serviceBind }: ConfSettings): readonly string[] {
  return [
    '# For any number of bridges: one user name, each bridge with a client id of its own.',
    `listener ${servicePort} ${serviceBind}`,
    ...door(at, FILES.servicePasswd),
  ];
}

function door(at: string, passwd: string): readonly string[] {
  return [
    'allow_anonymous false',
    `password_file ${at}/${passwd}`,
    `acl_file ${at}/${FILES.acl}`,
    'max_connections 200',
  ];
}

function tls(at: string): readonly string[] {
  return [`cafile ${at}/${PKI.ca}`, `certfile ${at}/${PKI.cert}`, `keyfile ${at}/${PKI.key}`, 'tls_version tlsv1.2'];
}
