import type { SafetyCheck } from '@parley/contract/messages/safety-checks'
import { clsx } from 'clsx'
import {
  CornerUpLeft,
  CreditCard,
  KeyRound,
  type LucideIcon,
  Paperclip,
  ShieldAlert,
  UserPlus,
  Users,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { readerLocale } from '../format/locale.ts'
import { KeyLabels } from '../ui/display/kbd.tsx'
import { Button } from '../ui/inputs/button.tsx'
import type { SafetyFinding } from './safety-checks.ts'

const icons: Record<SafetyCheck, LucideIcon> = {
  colleague_replied: CornerUpLeft,
  secret: KeyRound,
  card_number: CreditCard,
  unverified_sender: ShieldAlert,
  new_domain: UserPlus,
  added_recipient: UserPlus,
  many_recipients: Users,
  attachment: Paperclip,
}

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** The time of a finding in words: "20 seconds ago". */
function withAgo(values: SafetyFinding['values']): SafetyFinding['values'] {
  if (typeof values.at !== 'string') return values
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(values.at)) / 1000))
  const format = new Intl.RelativeTimeFormat(readerLocale(), { numeric: 'always' })
  const [unit, length] = units.find(([, unitSeconds]) => seconds >= unitSeconds) ?? (['second', 1] as const)
  return { ...values, ago: format.format(-Math.floor(seconds / length), unit) }
}

function FindingText({ finding: { check, text, values } }: { finding: SafetyFinding }) {
  const { t } = useTranslation()
  const Icon = icons[check]
  return (
    <>
      <Icon size={13} aria-hidden className="shrink-0" />
      <span className="min-w-40 flex-1 wrap-anywhere">{t(text, withAgo(values))}</span>
    </>
  )
}

/** Several findings, in a dialog whose answer confirms them. */
export function SafetyFindings({ findings }: { findings: readonly SafetyFinding[] }) {
  if (findings.length === 0) return null
  return (
    <div role="alert" className="mt-3 grid gap-1 rounded-md bg-warn-subtle px-2.5 py-1.5 text-xs text-warn">
      {findings.map((finding) => (
        <p key={finding.id} className="flex items-center gap-2">
          <FindingText finding={finding} />
        </p>
      ))}
    </div>
  )
}

/** The most important finding about a message. Once it has stopped the message, the same key sends it. */
export function SafetyLine({
  finding,
  isAsking,
  onSendAnyway,
}: {
  finding: SafetyFinding
  isAsking: boolean
  onSendAnyway: () => void
}) {
  const { t } = useTranslation()
  return (
    <div
      // An alert is read at once: sending was stopped.
      role={isAsking ? 'alert' : 'status'}
      className={clsx(
        'mx-2 mb-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 rounded-md px-1.5 text-xs text-warn',
        isAsking ? 'bg-warn-subtle py-1' : 'py-0.5',
      )}
    >
      <FindingText finding={finding} />
      {isAsking && (
        <Button type="button" size="sm" onClick={onSendAnyway}>
          {t('safety.send_anyway')}
          <span className="pointer-coarse:hidden max-md:hidden">
            <KeyLabels keys="mod+enter" tone="bare" />
          </span>
        </Button>
      )}
    </div>
  )
}
