import {
  type ClientFrame,
  type PresenceActivity,
  type PresenceFrame,
  presenceRepeatMs,
} from '@parley/contract/shared/server-events'
import { createStore, useStore } from '../lib/store.ts'

type PresentAgent = PresenceFrame['object']['agents'][number]

/** Without a new keystroke for this long, the agent only views the conversation. */
const TYPING_MS = 4_000
const nobody: readonly PresentAgent[] = []

const agentsByConversation = createStore<ReadonlyMap<string, readonly PresentAgent[]>>(new Map())

/** Who has the conversation open, the reader included. */
export const usePresentAgents = (uuid: string): readonly PresentAgent[] =>
  useStore(agentsByConversation, (all) => all.get(uuid) ?? nobody)

export function applyPresence({ uuid, agents }: PresenceFrame['object']) {
  const next = new Map(agentsByConversation.get())
  if (agents.length > 0) next.set(uuid, agents)
  else next.delete(uuid)
  agentsByConversation.set(next)
}

/** Without a connection, nobody knows who is there. */
export const forgetPresence = () => agentsByConversation.set(new Map())

let open: string | null = null
let writing: { uuid: string; activity: PresenceActivity } | null = null
let writingEnds: ReturnType<typeof setTimeout> | undefined
let repeat: ReturnType<typeof setInterval> | undefined
let send: (frame: ClientFrame) => void = () => {}

/** Sets where announcements go, and repeats the current one there. Call it for each new connection. */
export function connectPresence(next: (frame: ClientFrame) => void) {
  send = next
  if (open) announce()
}

/** Announces the conversation that this agent has open, or that they have none, until the next call. */
export function announceOpen(uuid: string | null) {
  if (uuid === open) return
  open = uuid
  clearInterval(repeat)
  if (uuid) repeat = setInterval(announce, presenceRepeatMs)
  announce()
}

/** Announces that the agent is writing, until they pause. */
export function announceWriting(uuid: string, activity: PresenceActivity) {
  const isNew = writing?.uuid !== uuid || writing.activity !== activity
  writing = { uuid, activity }
  clearTimeout(writingEnds)
  writingEnds = setTimeout(() => {
    writing = null
    announce()
  }, TYPING_MS)
  // Whoever writes is there, even if the conversation has only just been opened.
  if (isNew && open !== uuid) announceOpen(uuid)
  else if (isNew) announce()
}

function announce() {
  const activity = writing && writing.uuid === open ? writing.activity : 'viewing'
  send({ type: 'presence', object: open ? { uuid: open, activity } : null })
}
