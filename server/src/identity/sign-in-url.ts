import type { GeneralSettings } from '@parley/contract/settings/settings'

/** PARLEY_ROOT_URL, if the operator set it. */
export type SignInUrl = { sign_in_url?: string | undefined }

/**
 * Base URL of links in sign-in emails. A value that only the operator can set takes precedence: anyone who could redirect these
 * links could take over every account. The stored URL is used until the operator sets one.
 */
export const signInUrl = (
  { sign_in_url }: SignInUrl,
  settings: Pick<GeneralSettings, 'app.root_url'>,
): string => sign_in_url ?? settings['app.root_url']

/** Whether links in sign-in emails depend on a setting that users can change. */
export const isSignInUrlMissing = ({ sign_in_url }: SignInUrl): boolean => sign_in_url === undefined

export const signInUrlWarning =
  'PARLEY_ROOT_URL is not set. Set it to the address that people open: until then, links in sign-in emails use the address of the general settings'
