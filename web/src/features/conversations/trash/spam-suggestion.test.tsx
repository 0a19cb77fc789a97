import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderApp } from '../../../testing/render.tsx'
import type { ConversationActions } from '../use-conversation-actions.ts'
import { SpamSuggestion } from './spam-suggestion.tsx'

test('the line says how likely it is and why, and takes either decision', async () => {
  const run = vi.fn()
  const reasons = [
    { kind: 'word', value: 'prize' },
    { kind: 'word', value: 'winner' },
    { kind: 'unverified_sender', value: '' },
  ] as const
  const { user } = renderApp(
    <SpamSuggestion
      suggestion={{ score: 0.9579, reasons: [...reasons] }}
      actions={{ run } as unknown as ConversationActions}
    />,
  )
  expect(screen.getByRole('region', { name: 'Possible spam' }).textContent).toContain(
    'This may be spam (95.7%): words prize, winner · unverified sender',
  )
  await user.click(screen.getByRole('button', { name: 'Spam' }))
  await user.click(screen.getByRole('button', { name: 'Not spam' }))
  expect(run.mock.calls).toEqual([[{ type: 'mark_spam' }], [{ type: 'mark_not_spam' }]])
})
