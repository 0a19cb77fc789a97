import { act, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { findCommand } from '../../../commands/command-registry.ts'
import { settleNow } from '../../../commands/use-settled.ts'
import { conversationFixture, toListItem } from '../../../realtime/conversation-fixtures.ts'
import { agentWith } from '../../../testing/agent.ts'
import { renderApp, stubApi } from '../../../testing/render.tsx'
import { FocusedRowCommands } from './focused-row-commands.tsx'

const row = toListItem(conversationFixture(1))
let focus: (isFocused: boolean) => void

function List() {
  const [isFocused, setFocused] = useState(false)
  focus = setFocused
  return <FocusedRowCommands row={isFocused ? row : undefined} onOpen={() => {}} />
}
const isRegistered = () => findCommand('conversation.assign') !== undefined

async function renderList() {
  stubApi({})
  renderApp(<List />, { me: agentWith(['conversations:update_user_assignee']) })
  await waitFor(() => expect(focus).toBeTruthy())
}

test('the commands of a focused row follow the next frame', async () => {
  await renderList()
  act(() => focus(true))
  expect(isRegistered()).toBe(false)
  await waitFor(() => expect(isRegistered()).toBe(true))
})

test('or come before the next key', async () => {
  await renderList()
  act(() => focus(true))
  act(() => settleNow())
  expect(isRegistered()).toBe(true)
})

test('a row that is opened at once never has any', async () => {
  await renderList()
  act(() => focus(true))
  act(() => focus(false))
  act(() => settleNow())
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(isRegistered()).toBe(false)
})
