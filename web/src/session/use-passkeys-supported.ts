import { useQuery } from '@tanstack/react-query'
import { configQuery } from './queries.ts'

/** Whether this page, in this browser, can ask for a passkey: browsers tie them to the workspace's own address. */
export const usePasskeysSupported = (): boolean =>
  useQuery(configQuery).data?.['app.passkey_origin'] === location.origin &&
  globalThis.PublicKeyCredential !== undefined
