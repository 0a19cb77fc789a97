import type { Message } from '@parley/contract/messages/messages'
import { useTranslation } from 'react-i18next'
import { fullDateTime } from '../../format/date-time.tsx'
import { explainSender, formatChecks } from './sender-badge.tsx'

/** The headers of an email: from, to, subject, date and so on. */
export function Envelope({ message: { meta, created_at, authentication } }: { message: Message }) {
  const { t } = useTranslation()
  const rows = [
    [t('message.from'), meta.from],
    [t('message.reply_to'), meta.reply_to],
    [t('message.to_label'), meta.to],
    [t('message.cc'), meta.cc],
    [t('message.bcc'), meta.bcc],
    [t('message.subject'), meta.subject ? [meta.subject] : undefined],
    [t('message.date'), [fullDateTime(created_at)]],
    [
      t('sender.label'),
      authentication && [
        [explainSender(authentication, t), formatChecks(authentication, t)].filter(Boolean).join(' '),
      ],
    ],
  ] as const
  return (
    <dl className="my-1.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 rounded-md bg-surface-sunk px-3 py-2 text-xs">
      {rows.map(
        ([label, values]) =>
          values &&
          values.length > 0 && (
            <div key={label} className="contents">
              <dt className="text-ink-3">{label}</dt>
              <dd className="wrap-anywhere text-ink-2 select-text">{values.join(', ')}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
