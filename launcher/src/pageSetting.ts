/** Whether the server serves the web client: people open the address of their server, but one in memory is for trials. */
export function pageSetting({ WEB, JOURNAL }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { WEB: WEB ?? (JOURNAL === 'memory' ? 'off' : 'on') };
}
