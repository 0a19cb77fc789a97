import { getMessage } from '@parley/contract/messages'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { z } from 'zod'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { heldSendsQuery } from '../api/held-sends.ts'
import { DraftMacro } from '../lib/drafts.ts'
import { readRemembered, remember } from '../lib/remembered.ts'
import { may } from '../session/may.ts'
import { useMe } from '../session/use-me.ts'
import { applyPicked } from './apply-picked.ts'

const Waiting = z.array(
  z.object({
    agent_id: z.int(),
    /** The held reply's, and the message's once it is sent. */
    message: z.string(),
    conversation: z.string(),
    macros: z.array(DraftMacro),
  }),
)
type Waiting = z.infer<typeof Waiting>[number]

const PLACE = 'waiting-macros'

/** Keeps macros until their reply is sent: it can still be taken back. They outlive a reload. */
export function keepWaiting(entry: Waiting) {
  if (entry.macros.length > 0) save([...read(), entry])
}

/** Those of a reply that was taken back, to go into its draft again. */
export function takeWaiting(message: string): DraftMacro[] {
  const all = read()
  save(all.filter((one) => one.message !== message))
  return all.find((one) => one.message === message)?.macros ?? []
}

/** Applies what waited once its reply is no longer held. Draws nothing; mounted once. */
export function WaitingMacros() {
  const me = useMe()
  const cache = useQueryClient()
  const held = useQuery({ ...heldSendsQuery, enabled: may(me, 'messages:write') }).data
  // What waits is kept by the browser.
  useEffect(() => {
    // Not known yet is not the same as none.
    if (held)
      for (const entry of read())
        if (entry.agent_id === me.id && !held.some(({ uuid }) => uuid === entry.message))
          void finish(cache, entry)
  }, [cache, me.id, held])
  return null
}

/** It was sent, or taken back in another browser: only the server knows. Without an answer it waits for the next look. */
async function finish(cache: QueryClient, { message, conversation }: Waiting) {
  try {
    await call(getMessage, { params: { uuid: conversation, message_uuid: message } })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404 && !(await isStillHeld(cache, message)))
      takeWaiting(message)
    return
  }
  await applyPicked(cache, conversation, takeWaiting(message))
}

/** A list that was asked for before the reply was held can arrive after it, and does not know of it. */
async function isStillHeld(cache: QueryClient, message: string): Promise<boolean> {
  try {
    return (await cache.fetchQuery({ ...heldSendsQuery, staleTime: 0 })).some(({ uuid }) => uuid === message)
  } catch {
    return true // not known; the next look asks again
  }
}

function read(): Waiting[] {
  try {
    return Waiting.parse(JSON.parse(readRemembered(PLACE) ?? '[]'))
  } catch {
    return []
  }
}

const save = (entries: Waiting[]) => remember(PLACE, entries.length > 0 ? JSON.stringify(entries) : null)
