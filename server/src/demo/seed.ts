import { systemClock } from '../clock.ts'
import type { Db } from '../db/pool.ts'
import { transactor } from '../db/transaction.ts'
import { readTeamCalendar } from '../features/business-hours/team-calendars.ts'
import type { ProcessingDeps } from '../features/email/filing/process-delivery.ts'
import { setDismissed } from '../features/getting-started/getting-started.ts'
import { writeEmailNotification } from '../features/system-mail/mail-server-settings.ts'
import { findActorByAgentId } from '../identity/load-actor.ts'
import type { Secrets } from '../secrets.ts'
import { billing } from './stories/billing.ts'
import { desk } from './stories/desk.ts'
import { playStory } from './stories/play-story.ts'
import { sampleFileStore } from './stories/sample-file-store.ts'
import { shipping } from './stories/shipping.ts'
import { scheduleSteps } from './stories/story-schedule.ts'
import { technical } from './stories/technical.ts'
import { createAttributes, setAttributeValues } from './workspace/attributes.ts'
import { createMacros } from './workspace/macros.ts'
import { completeProfiles } from './workspace/profiles.ts'
import { createRules } from './workspace/rules.ts'
import { createSampleWorkspace, pointInboxesToOutbox, systemMailVia } from './workspace/sample-workspace.ts'
import { createSharedViews, createViews, viewOwners } from './workspace/views.ts'

/** The shop was set up this long before its first conversation. */
const workspaceAgeMs = 40 * 86_400_000

/**
 * Fills an empty workspace with sixty conversations of a small shop, played on a simulated clock through the normal
 * verbs. If conversations exist already, only the address of the outbox is updated.
 */
export async function seedDemo(
  deps: Omit<ProcessingDeps, 'act'> & { announce(): void; secrets: Secrets },
  outbox_port: number,
): Promise<void> {
  const { db, system } = deps
  const now = systemClock.now()
  let at = now
  const act = transactor(db, { now: () => at }, deps.announce)
  await act(system, (tx) => writeEmailNotification(tx, deps.secrets, systemMailVia(outbox_port)))
  if (await hasConversations(db)) return act(system, (tx) => pointInboxesToOutbox(tx, outbox_port))

  at = new Date(now.getTime() - workspaceAgeMs)
  const workspace = await act(system, (tx) => createSampleWorkspace(tx, outbox_port))
  await act(system, createAttributes)
  // The shop has finished its setup long ago.
  await act(system, (tx) => setDismissed(tx, true))
  await act(system, (tx) => createMacros(tx, workspace))
  await act(system, (tx) => createRules(tx, workspace))
  const context = {
    workspace,
    reading: { ...deps, act },
    setNow(instant: Date) {
      at = instant
    },
    file: sampleFileStore(deps.files.media),
  }
  const { calendar } = await readTeamCalendar(db, null)
  const schedule = [...billing, ...shipping, ...technical, ...desk].map((story) => ({
    story,
    step_times: scheduleSteps(story, now, calendar),
  }))
  // In chronological order, so that reference numbers increase with time.
  const beginning = ({ step_times }: (typeof schedule)[number]) => step_times[0]?.getTime() ?? 0
  for (const scheduled of schedule.sort((a, b) => beginning(a) - beginning(b)))
    await playStory(context, scheduled, now)
  context.setNow(new Date(now.getTime() - 3 * 86_400_000))
  await completeProfiles(context.reading, workspace)
  at = now
  const sam = await findActorByAgentId(db, workspace.agents.sam)
  if (sam) await act(sam, setAttributeValues)
  const noor = await findActorByAgentId(db, workspace.agents.noor)
  if (noor) await act(noor, (tx) => createSharedViews(tx, workspace))
  for (const key of viewOwners) {
    const viewer = await findActorByAgentId(db, workspace.agents[key])
    if (viewer) await act(viewer, (tx) => createViews(tx, workspace))
  }
}

const hasConversations = async (db: Db) =>
  (await db.selectFrom('conversations').select('id').limit(1).execute()).length > 0
