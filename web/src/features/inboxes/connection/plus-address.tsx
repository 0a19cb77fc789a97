import { proveInboxPlusAddress } from '@parley/contract/inboxes/inbox-writes'
import type { Inbox } from '@parley/contract/inboxes/inboxes'
import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Clock, Forward } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { relativeTimeText } from '../../../format/date-time.tsx'
import { useNow } from '../../../format/use-now.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { ConnectionResult } from './connection-result.tsx'

/** Most email takes seconds. After this long a test counts as late, but still succeeds if it arrives. */
const LATE_AFTER_MS = 5 * 60_000

/** Whether email to the inbox's plus address arrives, with a test that sends one. */
export function PlusAddress({ inbox }: { inbox: Inbox }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const test = useApiMutation(() => call(proveInboxPlusAddress, { params: { id: String(inbox.id) } }), {
    failure: 'inline',
    onSettled: () => cache.invalidateQueries({ queryKey: queryKeys.inboxes }),
  })
  return (
    <div className="space-y-3 border-t pt-4">
      <div>
        <h3 className="font-medium">{t('inboxes.plus')}</h3>
        <p className="mt-0.5 text-xs text-ink-3">{t('inboxes.plus.help')}</p>
      </div>
      <PlusAddressState inbox={inbox} isRefused={test.data?.ok === false} />
      <Button onClick={() => test.mutate()} loading={test.isPending}>
        <Forward size={14} aria-hidden />
        {t('inboxes.plus.test')}
      </Button>
      {test.data?.ok === false && !test.isPending && <ConnectionResult check={test.data} />}
      {test.error && (
        <p role="alert" className="text-xs text-bad">
          {test.error.message}
        </p>
      )}
    </div>
  )
}

function PlusAddressState({ inbox, isRefused }: { inbox: Inbox; isRefused: boolean }) {
  const { t } = useTranslation()
  const now = useNow()
  const { plus_addressing_tested_at: tested, plus_addressing_proved_at: proved } = inbox
  const isPending = tested !== null && (proved === null || tested > proved) && !isRefused
  const isLate = isPending && now.getTime() - Date.parse(tested) > LATE_AFTER_MS
  const when = (at: string) => relativeTimeText(at, now, t)
  return (
    <div role="status" className="space-y-1">
      <p className="flex items-start gap-2">
        {proved ? (
          <CircleCheck size={16} aria-hidden className="mt-0.5 shrink-0 text-good" />
        ) : (
          <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
        )}
        {proved ? t('inboxes.plus.proved', { when: when(proved) }) : t('inboxes.plus.unproved')}
      </p>
      {isPending && (
        <p className="flex items-start gap-2 text-ink-2">
          <Clock size={16} aria-hidden className="mt-0.5 shrink-0" />
          {t(isLate ? 'inboxes.plus.late' : 'inboxes.plus.out', { when: when(tested) })}
        </p>
      )}
    </div>
  )
}
