import type { SenderAuthentication } from '@parley/contract/email/sender-authentication'
import type { TFunction } from 'i18next'
import { BadgeCheck, ShieldAlert, UserRoundPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/display/badge.tsx'
import { tooltip } from '../../ui/overlays/tooltip.ts'

/** A mark for a verified sender. Details are in the envelope. */
export function VerifiedMark({ authentication }: { authentication: SenderAuthentication }) {
  const { t } = useTranslation()
  if (authentication.verdict !== 'pass' || authentication.looks_like) return null
  return (
    <span
      role="img"
      aria-label={t('sender.pass')}
      {...tooltip(explainSender(authentication, t))}
      className="shrink-0 self-center text-good"
    >
      <BadgeCheck size={14} aria-hidden />
    </span>
  )
}

/** Warnings that an agent should see before replying. */
export function SenderBadges({ authentication }: { authentication: SenderAuthentication }) {
  const { t } = useTranslation()
  const { verdict, looks_like, first_from_sender } = authentication
  if (!looks_like && verdict !== 'fail' && !first_from_sender) return null
  return (
    <p className="my-1 flex flex-wrap gap-1">
      {looks_like && (
        <WithExplanation explanation={t('sender.looks_like.why', { domain: looks_like })}>
          <Badge tone="bad" icon={<ShieldAlert size={12} aria-hidden />}>
            {t('sender.looks_like')}
          </Badge>
        </WithExplanation>
      )}
      {verdict === 'fail' && (
        <WithExplanation explanation={explainSender(authentication, t)}>
          <Badge tone="warn" icon={<ShieldAlert size={12} aria-hidden />}>
            {t('sender.fail')}
          </Badge>
        </WithExplanation>
      )}
      {first_from_sender && (
        <WithExplanation explanation={t('sender.first.why')}>
          <Badge icon={<UserRoundPlus size={12} aria-hidden />}>{t('sender.first')}</Badge>
        </WithExplanation>
      )}
    </p>
  )
}

function WithExplanation({ explanation, children }: { explanation: string; children: ReactNode }) {
  return (
    <span {...tooltip(explanation)} className="inline-flex max-w-full">
      {children}
    </span>
  )
}

/** Why the sender counts as verified or not, in one sentence. */
export const explainSender = ({ verdict, reason, domain }: SenderAuthentication, t: TFunction): string =>
  verdict === 'pass' && reason !== 'arc'
    ? t('sender.why.proven', { domain, method: reason.toUpperCase() })
    : t(`sender.why.${reason}`, { domain: domain || t('sender.no_domain') })

/** "SPF pass · DKIM fail", for the checks that were made. */
export const formatChecks = (authentication: SenderAuthentication, t: TFunction): string =>
  (['spf', 'dkim', 'dmarc', 'arc'] as const)
    .filter((method) => authentication[method] !== 'unchecked')
    .map((method) => `${method.toUpperCase()} ${t(`sender.check.${authentication[method]}`)}`)
    .join(' · ')
