import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { Combobox, MultiCombobox } from './combobox.tsx'
import { ComboboxOnDemand } from './combobox-on-demand.tsx'
import { Select } from './select.tsx'

// The simulated page has no layout to scroll.
beforeAll(() => {
  Element.prototype.scrollIntoView = () => {}
})

const people = [
  { value: '1', label: 'Ada Byron', keywords: 'ada@parley.example' },
  { value: '2', label: 'Grace Hopper', keywords: 'grace@parley.example' },
  { value: '3', label: 'Alan Turing', keywords: 'alan@parley.example' },
]
const shared = {
  items: people,
  label: 'Assignee',
  placeholder: 'Search people',
  empty: 'Nobody found',
  trigger: <button type="button">Choose</button>,
}
const trigger = () => screen.getByRole('combobox', { name: /^Assignee/, expanded: false })
const options = () => screen.queryAllByRole('option').map((option) => option.textContent)

function Single({ onChoose }: { onChoose: (value: string) => void }) {
  const [value, setValue] = useState<string | null>(null)
  const choose = (next: string) => {
    setValue(next)
    onChoose(next)
  }
  return <Combobox {...shared} value={value} onValueChange={choose} />
}

test('a combobox is searched by name and by keyword, and Enter chooses the best match', async () => {
  const onChoose = vi.fn()
  const { user } = renderApp(<Single onChoose={onChoose} />)
  await user.click(trigger())
  await waitFor(() => expect(options()).toEqual(['Ada Byron', 'Grace Hopper', 'Alan Turing']))
  await user.keyboard('grace@')
  await waitFor(() => expect(options()).toEqual(['Grace Hopper']))
  await user.keyboard('{Enter}')
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('2')
  await waitFor(() => expect(options()).toEqual([]))
})

test('the button of a combobox is labelled with the selection', async () => {
  const { user } = renderApp(<Single onChoose={() => {}} />)
  await user.click(screen.getByRole('combobox', { name: 'Assignee' }))
  await user.click(await screen.findByRole('option', { name: 'Alan Turing' }))
  await screen.findByRole('combobox', { name: 'Assignee: Alan Turing' })
})

test('arrow keys move past the first match, and Escape selects nothing', async () => {
  const onChoose = vi.fn()
  const { user } = renderApp(<Single onChoose={onChoose} />)
  await user.click(trigger())
  await waitFor(() => expect(options()).toHaveLength(3))
  await user.keyboard('a{ArrowDown}{Escape}')
  expect(onChoose).not.toHaveBeenCalled()
  await user.click(trigger())
  await waitFor(() => expect(options()).toHaveLength(3))
  await user.keyboard('a')
  await waitFor(() => expect(screen.getByRole('option', { name: 'Ada Byron' })).toBeTruthy())
  await user.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(onChoose).toHaveBeenCalledOnce())
  expect(onChoose).not.toHaveBeenCalledWith('1')
})

test('a search without a match shows a message', async () => {
  const { user } = renderApp(<Single onChoose={() => {}} />)
  await user.click(trigger())
  await user.keyboard('nobody')
  await screen.findByText('Nobody found')
  expect(options()).toEqual([])
})

function Multiple({ onChoose }: { onChoose: (values: string[]) => void }) {
  const [values, setValues] = useState<string[]>(['3'])
  const choose = (next: string[]) => {
    setValues(next)
    onChoose(next)
  }
  return <MultiCombobox {...shared} values={values} onValuesChange={choose} />
}

test('a multi-select stays open and toggles the clicked option', async () => {
  const onChoose = vi.fn()
  const { user } = renderApp(<Multiple onChoose={onChoose} />)
  await user.click(screen.getByRole('combobox', { name: 'Assignee: Alan Turing' }))
  await user.click(await screen.findByRole('option', { name: 'Ada Byron' }))
  expect(onChoose.mock.lastCall?.[0].toSorted()).toEqual(['1', '3'])
  await user.click(screen.getByRole('option', { name: 'Alan Turing' }))
  expect(onChoose.mock.lastCall?.[0]).toEqual(['1'])
  expect(options()).toHaveLength(3)
})

const items = vi.fn(() => people)

function OnDemand({ onChoose = () => {} }: { onChoose?: (value: string) => void }) {
  const [value, setValue] = useState('2')
  return (
    <>
      <ComboboxOnDemand
        label="Assignee"
        selection={people.find((one) => one.value === value)?.label}
        trigger={<button type="button">Choose</button>}
      >
        {(combobox) => (
          <Combobox
            {...combobox}
            items={items()}
            placeholder="Search people"
            empty="Nobody found"
            value={value}
            onValueChange={(next) => {
              setValue(next)
              onChoose(next)
            }}
          />
        )}
      </ComboboxOnDemand>
      <button type="button">Next</button>
    </>
  )
}

test('a combobox on demand is its button, with role, name and selection, until it is opened', async () => {
  items.mockClear()
  const { user } = renderApp(<OnDemand />)
  const button = screen.getByRole('combobox', { name: 'Assignee: Grace Hopper', expanded: false })
  expect(button.getAttribute('aria-haspopup')).toBe('dialog')
  await user.tab()
  await user.keyboard('ag')
  expect(items).not.toHaveBeenCalled()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(options()).toHaveLength(3))
  expect(items).toHaveBeenCalled()
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(document.getElementById(button.getAttribute('aria-controls') ?? '')?.role).toBe('dialog')
})

test.each(['{Enter}', ' ', '{ArrowDown}', '{ArrowUp}'])(
  'a combobox on demand opens with "%s" and gives the focus back after a choice',
  async (key) => {
    const onChoose = vi.fn()
    const { user } = renderApp(<OnDemand onChoose={onChoose} />)
    await user.tab()
    await user.keyboard(key)
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Assignee' })),
    )
    await user.keyboard('turing{Enter}')
    expect(onChoose).toHaveBeenCalledExactlyOnceWith('3')
    await waitFor(() => expect(options()).toEqual([]))
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Assignee: Alan Turing' }))
  },
)

test('a combobox on demand closes with Escape or its button, and opens again', async () => {
  const { user } = renderApp(<OnDemand />)
  const button = screen.getByRole('combobox', { name: 'Assignee: Grace Hopper' })
  for (const close of [() => user.keyboard('{Escape}'), () => user.click(button)]) {
    await user.click(button)
    await waitFor(() => expect(options()).toHaveLength(3))
    await user.keyboard('nobody')
    await close()
    await waitFor(() => expect(button.getAttribute('aria-expanded')).toBe('false'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(button)
  }
})

test('a combobox on demand opens by a click without a pointer', async () => {
  renderApp(<OnDemand />)
  fireEvent.click(screen.getByRole('combobox', { name: 'Assignee: Grace Hopper' }))
  await waitFor(() => expect(options()).toHaveLength(3))
})

test('Tab leaves an open combobox on demand for what follows its button', async () => {
  const { user } = renderApp(<OnDemand />)
  await user.click(screen.getByRole('combobox', { name: 'Assignee: Grace Hopper' }))
  await waitFor(() => expect(options()).toHaveLength(3))
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(options()).toEqual([]))
})

const statuses = [
  { value: 'open', label: 'Open' },
  { value: 'snoozed', label: 'Snoozed', disabled: true },
  { value: 'resolved', label: 'Resolved' },
]

test('a select opens with Enter; arrow keys and Enter choose', async () => {
  const onChoose = vi.fn()
  const { user } = renderApp(
    <Select options={statuses} value="open" onValueChange={onChoose} label="Status" />,
  )
  screen.getByRole('combobox', { name: 'Status' }).focus()
  await user.keyboard('{Enter}')
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('option', { name: 'Open', selected: true })),
  )
  await user.keyboard('{End}{Enter}')
  await waitFor(() => expect(onChoose).toHaveBeenCalledExactlyOnceWith('resolved'))
})

test('a disabled option cannot be chosen', async () => {
  const onChoose = vi.fn()
  const { user } = renderApp(
    <Select options={statuses} value="open" onValueChange={onChoose} label="Status" />,
  )
  await user.click(screen.getByRole('combobox', { name: 'Status' }))
  const option = await screen.findByRole('option', { name: 'Snoozed' })
  await user.click(option).catch(() => {}) // it takes no clicks
  expect(onChoose).not.toHaveBeenCalled()
})
