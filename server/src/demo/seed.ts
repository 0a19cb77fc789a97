import { systemClock } from '../clock.ts'
import type { Db } from '../db/pool.ts'
import { transactor } from '../db/transact.ts'
import { actorOfAgent } from '../features/auth/load-actor.ts'
import { calendarFor } from '../features/business-hours/calendars.ts'
import type { ReadingDeps } from '../features/email/read-delivery.ts'
import { setDismissed } from '../features/getting-started/getting-started.ts'
import { writeEmailNotification } from '../features/system-mail/settings.ts'
import type { Secrets } from '../secrets.ts'
import { buildAttributes, fillAttributes } from './attributes.ts'
import { keptFiles } from './keep-files.ts'
import { writeMacros } from './macros.ts'
import { play } from './play.ts'
import { fillProfiles } from './profiles.ts'
import { writeRules } from './rules.ts'
import { billing } from './stories/billing.ts'
import { desk } from './stories/desk.ts'
import { shipping } from './stories/shipping.ts'
import { technical } from './stories/technical.ts'
import { momentsOf } from './timing.ts'
import { saveViews, viewers } from './views.ts'
import { buildStage, pointInboxesAt, systemMailTo } from './workspace.ts'

/** The shop was there before its first conversation. */
const setUpBefore = 40 * 86_400_000

/**
 * Fills an empty workspace with a small shop's sixty conversations, lived through on a clock of their own by the verbs of the product. A
 * workspace that has conversations already only learns where its outbox is.
 */
export async function seedDemo(
  deps: Omit<ReadingDeps, 'act'> & { announce(): void; secrets: Secrets },
  outbox_port: number,
): Promise<void> {
  const { db, system } = deps
  const now = systemClock.now()
  let at = now
  const act = transactor(db, { now: () => at }, deps.announce)
  await act(system, (tx) => writeEmailNotification(tx, deps.secrets, systemMailTo(outbox_port)))
  if (await hasConversations(db)) return act(system, (tx) => pointInboxesAt(tx, outbox_port))

  at = new Date(now.getTime() - setUpBefore)
  const stage = await act(system, (tx) => buildStage(tx, outbox_port))
  await act(system, buildAttributes)
  // A shop that has long been open.
  await act(system, (tx) => setDismissed(tx, true))
  await act(system, (tx) => writeMacros(tx, stage))
  await act(system, (tx) => writeRules(tx, stage))
  const theatre = {
    stage,
    reading: { ...deps, act },
    setNow(instant: Date) {
      at = instant
    },
    file: keptFiles(deps.files.media),
  }
  const { calendar } = await calendarFor(db, null)
  const scenes = [...billing, ...shipping, ...technical, ...desk].map((story) => ({
    story,
    moments: momentsOf(story, now, calendar),
  }))
  // In the order they began, so that reference numbers grow with time.
  const beginning = ({ moments }: (typeof scenes)[number]) => moments[0]?.getTime() ?? 0
  for (const scene of scenes.sort((a, b) => beginning(a) - beginning(b))) await play(theatre, scene, now)
  theatre.setNow(new Date(now.getTime() - 3 * 86_400_000))
  await fillProfiles(theatre.reading, stage)
  at = now
  const sam = await actorOfAgent(db, stage.agents.sam)
  if (sam) await act(sam, fillAttributes)
  for (const key of viewers) {
    const viewer = await actorOfAgent(db, stage.agents[key])
    if (viewer) await act(viewer, (tx) => saveViews(tx, stage))
  }
}

const hasConversations = async (db: Db) =>
  (await db.selectFrom('conversations').select('id').limit(1).execute()).length > 0
