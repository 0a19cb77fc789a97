/** Whether the server responds. If it does although code can't be loaded, the code belongs to a release that was replaced. */
export const isServerReachable = (): Promise<boolean> =>
  fetch('/health', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
