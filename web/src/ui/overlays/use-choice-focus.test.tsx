import { screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, test } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { useChoiceFocus } from './use-choice-focus.ts'

function Choice({ isChosen, onHold }: { isChosen: boolean; onHold?: (holdFocus: () => void) => void }) {
  const search = useRef<HTMLInputElement>(null)
  const confirm = useRef<HTMLButtonElement>(null)
  const holdFocus = useChoiceFocus({ search, confirm, isChosen, canConfirm: isChosen })
  return (
    <>
      <button type="button">Opener</button>
      <button type="button" onClick={() => onHold?.(holdFocus)}>
        Hold
      </button>
      <div role="dialog" tabIndex={-1}>
        {isChosen ? <button type="button">Another</button> : <input ref={search} aria-label="Search" />}
        <button type="button">Cancel</button>
        <button type="button" ref={confirm}>
          Confirm
        </button>
      </div>
    </>
  )
}

const button = (name: string) => screen.getByRole('button', { name })

test.each([
  ['in the field that the choice replaces', () => screen.getByRole('textbox'), 'Confirm'],
  ['still outside, because the dialog is opening', () => button('Opener'), 'Confirm'],
  ['on another button of the dialog', () => button('Cancel'), 'Cancel'],
])('a choice with the focus %s', (_, focused, expected) => {
  const { rerender } = renderApp(<Choice isChosen={false} />)
  focused().focus()
  rerender(<Choice isChosen />)
  expect(document.activeElement).toBe(button(expected))
})

test('held before its element is replaced, the focus is on the dialog', () => {
  renderApp(<Choice isChosen={false} onHold={(holdFocus) => holdFocus()} />)
  screen.getByRole('textbox').focus()
  button('Hold').click()
  expect(document.activeElement).toBe(screen.getByRole('dialog'))
})
