import { finishInboxOAuth } from '@parley/contract/inboxes/inbox-oauth'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ShieldX } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import { Spinner } from '../../../ui/display/spinner.tsx'
import { INBOXES_PATH, inboxPath } from '../inbox-fields.ts'

/** The OAuth redirect target: submits the code once and continues to the inbox. */
export function OAuthReturnPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { code, state, error, error_description } = useSearch({
    from: '/main/admin-area/admin/inboxes/oauth',
  })
  const finish = useApiMutation(
    () => call(finishInboxOAuth, { body: { code: code ?? '', state: state ?? '' } }),
    {
      invalidateKey: queryKeys.inboxes,
      successMessage: ({ oauth }) => t('inboxes.oauth.done', { account: oauth?.account ?? '' }),
      failure: 'inline',
      onSuccess: (inbox) => navigate({ to: inboxPath(inbox.id), replace: true }),
    },
  )
  const isSubmitted = useRef(false)
  const submitCode = useEffectEvent(() => {
    if (isSubmitted.current || !code) return
    isSubmitted.current = true
    finish.mutate()
  })
  // The code in the URL is outside React.
  useEffect(() => submitCode(), [])
  const problem =
    finish.error?.message ?? error_description ?? error ?? (code ? null : t('inboxes.oauth.no_code'))
  if (!problem)
    return (
      <div role="status" className="grid h-full place-items-center text-ink-2">
        <span className="flex items-center gap-2.5">
          <Spinner />
          {t('inboxes.oauth.finishing')}
        </span>
      </div>
    )
  return (
    <EmptyState
      heading="h1"
      icon={ShieldX}
      title={t('inboxes.oauth.failed')}
      action={
        <Link to={INBOXES_PATH} className="font-medium text-accent-text hover:underline">
          {t('entity.gone.back', { list: t('admin.inboxes') })}
        </Link>
      }
    >
      {problem}
    </EmptyState>
  )
}
