/** What temples run: each has a device, its Wi-Fi, and a connection to the broker. */
export { startTwin } from '@flower-war/temple/twin';
