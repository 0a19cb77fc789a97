import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useCommands } from '../../commands/command-registry.ts'
import { useShortcuts } from '../../commands/shortcuts/use-shortcuts.ts'
import { renderComposer, watchSends } from './composer-suite.tsx'

const resolve = vi.fn()
/** What else the page does with keys. */
function Shortcuts() {
  useShortcuts(vi.fn())
  useCommands([
    {
      id: 'conversation.resolve',
      label: 'command.resolve',
      group: 'commands.group.go',
      keys: 'e',
      run: resolve,
    },
  ])
  return null
}
const beside = () => <Shortcuts />

test('what is typed before the composer for forwarding has loaded is its recipient', async () => {
  const permissions = ['messages:read', 'messages:write', 'conversations:forward'] as const
  const { user } = renderComposer({ permissions: [...permissions], beside })
  await user.keyboard('{Shift>}F{/Shift}')
  await user.keyboard('eve@partner.example{Enter}')
  const to = await screen.findByRole('textbox', { name: 'To' })
  expect(document.activeElement).toBe(to)
  await screen.findByText('eve@partner.example')
  expect(resolve).not.toHaveBeenCalled()
})

test('what is typed before the dialog for sending later has loaded is the time, and not part of the reply', async () => {
  const { user, write, accept } = renderComposer({ beside })
  const sent = watchSends(accept)
  await write('Hello Ada')
  await user.keyboard('{Control>}{Shift>}L{/Shift}{/Control}')
  await user.keyboard('tomorrow 9')
  const dialog = await screen.findByRole('dialog')
  const phrase = await within(dialog).findByRole('textbox', { name: 'When' })
  expect(phrase).toHaveProperty('value', 'tomorrow 9')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.body).toMatchObject({ message: expect.stringContaining('<p>Hello Ada</p>') })
})
