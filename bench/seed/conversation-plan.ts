import { below, exponential, pick, type Random, skewedCount, uuid, zipf } from './random.ts'
import type { Workspace } from './workspace.ts'

export type Kind = 'mail' | 'reply' | 'note' | 'activity'
export type PlannedMessage = { at: number; kind: Kind; agent: number; seed: number }

/** A conversation and its planned messages, before any text is written. Times in ms. */
export type ConversationPlan = {
  id: number
  uuid: string
  contact_id: number
  inbox_id: number
  status: 'open' | 'snoozed' | 'resolved' | 'closed'
  agent: number | null
  team: number | null
  priority: number | null
  deadline: number | null
  snoozed_until: number | null
  messages: [PlannedMessage, ...PlannedMessage[]]
  tags: number[]
}

const hour = 3_600_000
const day = 24 * hour

/** Generates conversations in order, from the oldest to the newest. */
export function conversationPlanner(
  random: Random,
  workspace: Workspace,
  { conversations, contacts, first_contact, from, until }: Span,
): (id: number) => ConversationPlan {
  const drawCount = skewedCount(200, 5)
  // Agents and customers follow a skewed distribution: a few are very active.
  const drawAgent = zipf(workspace.agents.length, 0.6)
  const drawContact = zipf(contacts, 0.4)
  const drawTag = zipf(workspace.tags.length, 1)

  return (id) => {
    const age = 1 - id / conversations
    const start = until - age * (until - from) - 60_000 * random()
    const isActive = random() < activeShare(age)
    const agentDrawn = workspace.agents[drawAgent(random)] ?? null
    // Of the active conversations, 45 % are assigned to an agent, 25 % to a team and 30 % are unassigned.
    const part = random() * (isActive ? 1 : 0.47)
    const agent = part < 0.45 ? agentDrawn : null
    const teamOfAgent = drawTeamOfAgent(random, part, workspace.teams)
    const isSnoozed = isActive && random() < 0.15
    return {
      id,
      uuid: uuid(random),
      contact_id: first_contact + drawContact(random),
      inbox_id: pick(random, workspace.inboxes),
      status: drawStatus(random, isActive, isSnoozed),
      agent,
      team: isOfTeam(part) ? pick(random, workspace.teams) : teamOfAgent,
      priority: random() < 0.6 ? null : pick(random, workspace.priorities),
      deadline: isActive ? drawDeadline(random, until) : null,
      snoozed_until: isSnoozed ? drawWakeTime(random, until) : null,
      messages: planMessages(random, drawCount(random), start, until, agentDrawn ?? 0),
      tags: drawTags(random, drawTag, workspace.tags),
    }
  }
}

export type Span = {
  conversations: number
  contacts: number
  first_contact: number
  from: number
  until: number
}

const isOfTeam = (part: number) => part >= 0.45 && part < 0.7

/** 60 % of the conversations that are assigned to an agent belong to a team too. */
const drawTeamOfAgent = (random: Random, part: number, teams: number[]) =>
  part >= 0.7 || random() < 0.4 ? null : pick(random, teams)

function drawStatus(random: Random, isActive: boolean, isSnoozed: boolean): ConversationPlan['status'] {
  if (isActive) return isSnoozed ? 'snoozed' : 'open'
  return random() < 0.4 ? 'resolved' : 'closed'
}

const drawWakeTime = (random: Random, until: number) => until + (1 + 13 * random()) * day

const drawDeadline = (random: Random, until: number) =>
  random() < 0.6 ? until + (random() - 0.4) * 3 * day : null

/** 5 % overall: nearly all recent conversations and one in a hundred of the old ones. `age` goes from 0 to 1. */
const activeShare = (age: number) => 0.01 + 0.98 * Math.exp(-age / 0.041)

function planMessages(
  random: Random,
  count: number,
  start: number,
  until: number,
  agent: number,
): ConversationPlan['messages'] {
  const first: PlannedMessage = {
    at: start,
    kind: random() < 0.9 ? 'mail' : 'reply',
    agent,
    seed: below(random, 2 ** 32),
  }
  const messages: ConversationPlan['messages'] = [first]
  let at = start
  for (let n = 1; n < count; n++) {
    // No message lies in the future, so recent conversations get quick replies.
    at += Math.min(exponential(random, 6 * hour), ((until - at) / 2) * random())
    messages.push({ at, kind: drawKind(random()), agent, seed: below(random, 2 ** 32) })
  }
  return messages
}

const drawKind = (part: number): Kind =>
  part < 0.4 ? 'mail' : part < 0.78 ? 'reply' : part < 0.87 ? 'note' : 'activity'

function drawTags(random: Random, draw: (random: Random) => number, tags: number[]): number[] {
  const part = random()
  const count = part < 0.5 ? 0 : part < 0.85 ? 1 : part < 0.96 ? 2 : 3
  const drawn = Array.from({ length: count }, () => tags[draw(random)] ?? 0)
  return [...new Set(drawn)]
}
