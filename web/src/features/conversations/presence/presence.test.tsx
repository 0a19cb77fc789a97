import type { QueryKey } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryKeys } from '../../../api/query-client.ts'
import {
  announceOpen,
  announceWriting,
  applyPresence,
  connectPresence,
  forgetPresence,
} from '../../../realtime/presence.ts'
import { agentWith } from '../../../testing/agent.ts'
import { renderApp } from '../../../testing/render.tsx'
import { HeaderColleagues, RowColleague } from './colleagues.tsx'
import { useAnnounceOpen } from './use-announce-open.ts'

const uuid = '0192d2f4-0000-7000-8000-000000000001'
const me = agentWith(['conversations:read'])
const colleague = (id: number, first_name: string) => ({ ...me, id, first_name, last_name: '' })
const agents = [me, colleague(31, 'Ben'), colleague(32, 'Cleo')]

const sent: unknown[] = []
beforeEach(() => {
  sent.length = 0
  connectPresence((frame) => sent.push(frame.object))
})
afterEach(() => {
  vi.useRealTimers()
  announceOpen(null)
  forgetPresence()
})

const viewing = (id: number) => ({ id, activity: 'viewing' as const })
const replying = (id: number) => ({ id, activity: 'replying' as const })

test('the header shows colleagues, whoever writes first, and not the reader', async () => {
  await renderApp(<HeaderColleagues uuid={uuid} drafting={[]} />, {
    me,
    cached: [[queryKeys.agents, agents]],
  })
  act(() => applyPresence({ uuid, agents: [viewing(me.id), viewing(31), replying(32)] }))
  expect(screen.getAllByRole('img').map((image) => image.getAttribute('aria-label'))).toEqual([
    'Cleo is writing a reply',
    'Ben is viewing this conversation',
  ])
  act(() => applyPresence({ uuid, agents: [] }))
  expect(screen.queryAllByRole('img')).toEqual([])
})

test('a row shows one colleague, and nobody once the connection is lost', async () => {
  await renderApp(<RowColleague uuid={uuid} drafting={[]} />, { me, cached: [[queryKeys.agents, agents]] })
  act(() => applyPresence({ uuid, agents: [viewing(31), replying(32)] }))
  screen.getByText('Cleo is replying')
  act(() => forgetPresence())
  expect(screen.queryByText('Cleo is replying')).toBeNull()
})

test('a colleague’s draft is shown quietly, unless they are writing or it is the reader’s own', async () => {
  const parts = (drafting: number[]) => (
    <>
      <RowColleague uuid={uuid} drafting={drafting} />
      <HeaderColleagues uuid={uuid} drafting={drafting} />
    </>
  )
  const cached: [QueryKey, unknown][] = [[queryKeys.agents, agents]]
  const { unmount } = await renderApp(parts([me.id]), { me, cached })
  expect(screen.queryByText(/draft/)).toBeNull()
  unmount()
  await renderApp(parts([me.id, 31, 32]), { me, cached })
  screen.getByRole('img', { name: 'Ben and Cleo have drafts' })
  screen.getByText('Ben and Cleo have drafts')
  act(() => applyPresence({ uuid, agents: [replying(32)] }))
  expect(screen.queryByRole('img', { name: /draft/ })).toBeNull()
  screen.getByText('Ben has a draft')
})

test('a row shows the draft of a colleague who only looks, and who looks', async () => {
  const cached: [QueryKey, unknown][] = [[queryKeys.agents, agents]]
  await renderApp(<RowColleague uuid={uuid} drafting={[32]} />, { me, cached })
  act(() => applyPresence({ uuid, agents: [viewing(32)] }))
  screen.getByRole('img', { name: 'Cleo has a draft' })
  screen.getByRole('img', { name: /^Cleo .*viewing/ })
  act(() => applyPresence({ uuid, agents: [viewing(31)] }))
  screen.getByRole('img', { name: 'Cleo has a draft' })
  screen.getByRole('img', { name: /^Ben .*viewing/ })
})

function OpenConversation({ open }: { open: string }) {
  useAnnounceOpen(open)
  return null
}

test('passing over a conversation is not announced, and leaving it is announced at once', () => {
  vi.useFakeTimers()
  const { rerender, unmount } = render(<OpenConversation open="passed over" />)
  vi.advanceTimersByTime(900)
  rerender(<OpenConversation open={uuid} />)
  vi.advanceTimersByTime(900)
  expect(sent).toEqual([])
  vi.advanceTimersByTime(100)
  expect(sent).toEqual([{ uuid, activity: 'viewing' }])
  unmount()
  expect(sent.at(-1)).toBeNull()
})

test('an open conversation is announced again while it stays open, and after a reconnection', () => {
  vi.useFakeTimers()
  announceOpen(uuid)
  vi.advanceTimersByTime(3_000)
  expect(sent).toHaveLength(2)
  const afterReconnection: unknown[] = []
  connectPresence((frame) => afterReconnection.push(frame.object))
  expect(afterReconnection).toEqual([{ uuid, activity: 'viewing' }])
})

test('writing ends with a pause, and many keystrokes are one announcement', () => {
  vi.useFakeTimers()
  announceOpen(uuid)
  for (let n = 0; n < 5; n++) announceWriting(uuid, 'replying')
  expect(sent.at(-1)).toEqual({ uuid, activity: 'replying' })
  expect(sent).toHaveLength(2)
  vi.advanceTimersByTime(4_000)
  expect(sent.at(-1)).toEqual({ uuid, activity: 'viewing' })
})
