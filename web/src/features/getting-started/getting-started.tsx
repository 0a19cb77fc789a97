import { parseFrom } from '@parley/contract/from-header'
import type { GettingStarted as Progress } from '@parley/contract/getting-started'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { may } from '../../session/may.ts'
import { inboxesQuery } from '../../session/queries.ts'
import { useMe } from '../../session/use-me.ts'
import { everyAdminEntry } from '../../shell/admin-areas.ts'
import { useRouteExists } from '../../shell/use-route-exists.ts'
import { visibleEntries } from '../../shell/visible.ts'
import { PutAway } from './put-away.tsx'
import { StepLine } from './step-line.tsx'
import { nextOf, stepsFor } from './steps.ts'
import { useGettingStarted } from './use-getting-started.ts'

/** What else makes a desk, and can wait. */
const later = [
  '/admin/teams/teams',
  '/admin/conversations/macros',
  '/admin/templates',
  '/admin/business-hours',
  '/admin/sso',
]

/** The steps from an empty workspace to a working desk, while there are any to take; else what would be here without them. */
export function GettingStarted({
  otherwise,
  heading = 'h2',
}: {
  otherwise: ReactNode
  /** h1 where this is the whole page. */
  heading?: 'h1' | 'h2'
}) {
  const { started, isPending } = useGettingStarted()
  if (isPending) return null
  return started ? <Steps started={started} heading={heading} /> : otherwise
}

function Steps({ started, heading: Heading }: { started: Progress; heading: 'h1' | 'h2' }) {
  const { t } = useTranslation()
  const me = useMe()
  const inboxes = useQuery({ ...inboxesQuery, enabled: may(me, 'inboxes:manage') }).data
  const address = inboxes?.[0] && parseFrom(inboxes[0].from).address
  const steps = stepsFor(me, started)
  const next = nextOf(steps)
  const done = steps.filter((step) => step.done).length
  return (
    <div className="h-full overflow-y-auto px-4 md:px-8">
      <div className="mx-auto max-w-140 pt-10 pb-16">
        <header className="flex items-start gap-4">
          <div className="min-w-0 flex-1">
            <Heading className="text-xl font-semibold tracking-[-0.01em]">{t('start.title')}</Heading>
            <p className="mt-0.5 text-ink-2">{t('start.lead')}</p>
          </div>
          <PutAway />
        </header>
        <div className="mt-5 flex items-center gap-3">
          <div aria-hidden className="h-1 flex-1 overflow-hidden rounded-full bg-press">
            <div
              className="h-full rounded-full bg-accent transition-[width]"
              style={{ width: `${(100 * done) / steps.length}%` }}
            />
          </div>
          <p role="status" className="text-xs text-ink-3 tabular-nums">
            {t('start.progress', { done, all: steps.length })}
          </p>
        </div>
        <ol className="mt-4 flex flex-col gap-2">
          {steps.map((step, place) => (
            <StepLine
              key={step.name}
              step={step}
              place={place + 1}
              isNext={step.name === next}
              address={address}
              under={Heading === 'h1' ? 'h2' : 'h3'}
            />
          ))}
        </ol>
        <Later />
      </div>
    </div>
  )
}

function Later() {
  const { t } = useTranslation()
  const entries = visibleEntries(everyAdminEntry, useMe(), useRouteExists())
  const shown = later.flatMap((path) => entries.find((entry) => entry.path === path) ?? [])
  if (shown.length === 0) return null
  return (
    <nav aria-label={t('start.later')} className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-1 px-1">
      <span className="text-xs text-ink-3">{t('start.later')}</span>
      {shown.map(({ path, label, icon: Icon }) => (
        <Link
          key={path}
          to={path}
          className="inline-flex h-7 items-center gap-1.5 text-ink-2 underline-offset-2 hover:text-ink hover:underline"
        >
          <Icon size={14} aria-hidden className="text-ink-3" />
          {t(label)}
        </Link>
      ))}
    </nav>
  )
}
