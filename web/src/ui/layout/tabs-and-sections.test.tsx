import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { CollapsibleSection } from './collapsible-section.tsx'
import { Sortable, useSortableRow } from './sortable.tsx'
import { Tabs } from './tabs.tsx'

const tabs = [
  { value: 'one', label: 'One', panel: 'First panel' },
  { value: 'two', label: 'Two', panel: 'Second panel' },
  { value: 'three', label: 'Three', panel: 'Third panel' },
] as const

function Page() {
  const [value, setValue] = useState<(typeof tabs)[number]['value']>('one')
  return <Tabs tabs={tabs} value={value} onValueChange={setValue} label="Parts" />
}

test('arrow keys move between tabs, wrapping around, and Enter shows the panel', async () => {
  const { user } = renderApp(<Page />)
  await user.click(screen.getByRole('tab', { name: 'One' }))
  await user.keyboard('{ArrowLeft}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Three' })))
  await user.keyboard('{Enter}')
  expect((await screen.findByRole('tabpanel')).textContent).toBe('Third panel')
  await user.keyboard('{ArrowRight}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'One' })))
})

test('a collapsed section stays collapsed when the page is opened again', async () => {
  const section = (
    <CollapsibleSection storageKey="details" title="Details">
      <p>Content</p>
    </CollapsibleSection>
  )
  const { user, unmount } = renderApp(section)
  const button = () => screen.getByRole('button', { name: 'Details' })
  expect(button().getAttribute('aria-expanded')).toBe('true')
  await user.click(button())
  unmount()
  renderApp(section)
  expect(button().getAttribute('aria-expanded')).toBe('false')
  expect(screen.getByText('Content').closest('[hidden]')).not.toBeNull()
})

function Row({ id }: { id: number }) {
  const { row, handle } = useSortableRow(id, `Rule ${id}`)
  return <li {...row}>{handle}</li>
}

/** The simulated page has no layout: rows are 40 pixels high, one below the other. */
function layOutRows() {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const row = this.closest('li')
    const index = row ? [...document.querySelectorAll('li')].indexOf(row) : 0
    return new DOMRect(0, index * 40, 200, 40)
  })
}

test('a row is moved with Space and the arrow keys, and each step is announced', async () => {
  layOutRows()
  const onMove = vi.fn()
  const { user } = renderApp(
    <Sortable ids={[1, 2, 3]} nameOf={(id) => `Rule ${id}`} onMove={onMove}>
      <ul>
        {[1, 2, 3].map((id) => (
          <Row key={id} id={id} />
        ))}
      </ul>
    </Sortable>,
  )
  const [first] = screen.getAllByRole('button')
  first?.focus()
  await user.keyboard(' ')
  const announcement = () => document.querySelector('[aria-live]')?.textContent
  await waitFor(() => expect(announcement()).toMatch(/Rule 1/))
  await new Promise((resolve) => setTimeout(resolve, 50))
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(announcement()).toMatch(/2.*3/))
  await user.keyboard(' ')
  await waitFor(() => expect(onMove).toHaveBeenCalledExactlyOnceWith(1, 2))
  vi.restoreAllMocks()
})

test('Escape puts a lifted row back', async () => {
  layOutRows()
  const onMove = vi.fn()
  const { user } = renderApp(
    <Sortable ids={[1, 2]} nameOf={(id) => `Rule ${id}`} onMove={onMove}>
      <ul>
        <Row id={1} />
        <Row id={2} />
      </ul>
    </Sortable>,
  )
  screen.getAllByRole('button')[0]?.focus()
  await user.keyboard(' ')
  await new Promise((resolve) => setTimeout(resolve, 50))
  await user.keyboard('{ArrowDown}{Escape}')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(onMove).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})
