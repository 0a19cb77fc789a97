import { useQuery } from '@tanstack/react-query'
import { configQuery } from './queries.ts'

/** Whether passkeys work here: the browser supports them, and the page is on the workspace's own origin. */
export const usePasskeysSupported = (): boolean =>
  useQuery(configQuery).data?.['app.passkey_origin'] === location.origin &&
  globalThis.PublicKeyCredential !== undefined
