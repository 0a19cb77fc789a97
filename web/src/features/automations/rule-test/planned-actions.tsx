import type { PlannedAction } from '@parley/contract/automations/automation-runs'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { ActionResults } from '../../../explanation/action-results.tsx'
import { changedFieldText, changedValueText } from '../../../explanation/trail-text.ts'
import { readerLocale } from '../../../format/locale.ts'

type Planned = z.infer<typeof PlannedAction>

/** What each action would change or send. */
export function PlannedActions({ actions }: { actions: readonly Planned[] }) {
  const { t } = useTranslation()
  return (
    <ActionResults
      actions={actions}
      outcomeOf={({ outcome, message }) =>
        message ? `${t(`automations.planned.${outcome}`)}: ${message}` : t(`automations.planned.${outcome}`)
      }
      renderDetails={(action) => <ActionEffect action={action} />}
    />
  )
}

function ActionEffect({ action: { changes, mail } }: { action: Planned }) {
  const { t } = useTranslation()
  const context = { t, language: readerLocale() }
  return (
    <>
      {changes.map((change) => (
        <p key={`${change.field}.${change.attribute}`} className="text-xs text-ink-2">
          <span className="text-ink-3">{changedFieldText(change, t)}: </span>
          {changedValueText(change.field, change.before, context)}
          <span aria-hidden> → </span>
          <span className="sr-only"> {t('trail.became')} </span>
          <span className="font-medium text-ink">
            {changedValueText(change.field, change.after, context)}
          </span>
        </p>
      ))}
      {mail && <EmailPreview mail={mail} />}
    </>
  )
}

function EmailPreview({ mail: { to, cc, html, private: isNote } }: { mail: NonNullable<Planned['mail']> }) {
  const { t } = useTranslation()
  return (
    <div className={`mt-1 overflow-hidden rounded-md border ${isNote ? 'border-note-line' : ''}`}>
      {!isNote && (
        <p className="border-b bg-surface-sunk px-2.5 py-1.5 text-xs text-ink-2 wrap-anywhere">
          {t('automations.mail.to', { to: to.join(', ') || '–' })}
          {cc.length > 0 && ` · ${t('automations.mail.cc', { cc: cc.join(', ') })}`}
        </p>
      )}
      {/* Contains customers' content: nothing in it may run or load. */}
      <iframe
        title={t('automations.mail.preview')}
        sandbox="allow-same-origin"
        srcDoc={`${emailFrameHead}${html}`}
        className="block h-28 w-full bg-paper"
      />
    </div>
  )
}

const emailFrameHead = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<style>:root { color-scheme: light } body { margin: 10px; font: 13px/1.5 sans-serif; color: #1c1e26; background: #fff } p { margin: 0 0 6px }</style>`
