import { hasAllAdministrativePermissions } from '@parley/contract/roles/permissions'
import { Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { toGrantor } from '../session/permissions.ts'
import { useMe } from '../session/use-me.ts'

/** Whether this agent can change how people sign in. */
export const useMayChangeSignIn = (): boolean => hasAllAdministrativePermissions(toGrantor(useMe()))

/** Explains on a form that affects sign-in that it can't be saved. Renders nothing for agents who can save it. */
export function SignInRestrictionNotice() {
  const { t } = useTranslation()
  if (useMayChangeSignIn()) return null
  return (
    <p className="mb-5 flex items-start gap-2.5 rounded-lg border border-warn-line bg-warn-subtle px-3.5 py-3">
      <Lock size={16} aria-hidden className="mt-0.5 shrink-0 text-warn" />
      <span>{t('sign_in.restricted')}</span>
    </p>
  )
}
