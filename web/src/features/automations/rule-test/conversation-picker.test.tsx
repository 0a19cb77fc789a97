import type { ConversationListItem } from '@parley/contract/conversations/conversations'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { conversationFixture } from '../../../realtime/conversation-fixtures.ts'
import { renderApp, stubApi } from '../../../testing/render.tsx'
import { ConversationPicker } from './conversation-picker.tsx'

function Picker() {
  const [value, setValue] = useState<string | null>(null)
  return <ConversationPicker value={value} onChange={setValue} />
}
const about = (n: number, subject: string): ConversationListItem => ({
  ...conversationFixture(n),
  subject,
  unread_message_count: 0,
})
const page = { total: 1, total_is_estimate: false, per_page: 10, total_pages: 1, page: 1, next_cursor: null }

test('Enter before the search has answered picks none of the conversations shown for an earlier text', async () => {
  stubApi({
    'GET /api/v1/conversations/all': {
      data: { results: [about(1, 'Broken lamp')], ...page },
    },
    'GET /api/v1/conversations/search': { data: [about(2, 'Refund of a lamp')] },
  })
  const { user } = renderApp(<Picker />)
  await user.click(screen.getByRole('combobox'))
  await screen.findByRole('option', { name: '#1001 Broken lamp' })
  await user.keyboard('refund{Enter}')
  expect(screen.getByRole('combobox').textContent).toBe('Choose a conversation…')

  await user.click(screen.getByRole('combobox'))
  await user.keyboard('refund')
  await user.click(await screen.findByRole('option', { name: '#1002 Refund of a lamp' }))
  await waitFor(() => expect(screen.getByRole('combobox').textContent).toBe('#1002 Refund of a lamp'))
})
