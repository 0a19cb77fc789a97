import { screen } from '@testing-library/react'
import { useRef, useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { SearchList } from './search-list.tsx'

const onChoose = vi.fn()
const takeTypedBefore = vi.fn()
beforeEach(() => {
  onChoose.mockReset()
  takeTypedBefore.mockReturnValue({ text: '', enter: false })
})

function List({ rows, isCurrent }: { rows: readonly string[]; isCurrent: boolean }) {
  const [text, setText] = useState('')
  return (
    <SearchList
      label="Search"
      inputRef={useRef(null)}
      text={text}
      onText={setText}
      rows={rows}
      isCurrent={isCurrent}
      keyOf={(row) => row}
      renderRow={(row) => row}
      onChoose={onChoose}
      takeTypedBefore={takeTypedBefore}
      listLabel="Found"
      empty={null}
      error={null}
    />
  )
}
const field = () => screen.getByRole('searchbox', { name: 'Search' })

test('Enter chooses the first result for what is typed, and none of an earlier list', async () => {
  const { user, rerender } = renderApp(<List rows={['earlier']} isCurrent={false} />)
  await user.type(field(), 'text{Enter}')
  expect(onChoose).not.toHaveBeenCalled()
  rerender(<List rows={['first', 'second']} isCurrent />)
  expect(onChoose.mock.calls).toEqual([['first']])
  await user.keyboard('{Enter}')
  expect(onChoose).toHaveBeenCalledTimes(2)
})

test.each(['s', '{Backspace}', '{ArrowDown}'])('after Enter, the key %s cancels the choice', async (key) => {
  const { user, rerender } = renderApp(<List rows={['earlier']} isCurrent={false} />)
  await user.type(field(), `text{Enter}${key}`)
  rerender(<List rows={['first']} isCurrent />)
  expect(onChoose).not.toHaveBeenCalled()
})

test('Enter without a result chooses nothing, later either', async () => {
  const { user, rerender } = renderApp(<List rows={[]} isCurrent />)
  await user.type(field(), 'text{Enter}')
  rerender(<List rows={['first']} isCurrent />)
  expect(onChoose).not.toHaveBeenCalled()
})

test('text and Enter from before it was rendered are in the field, and choose its first result', () => {
  takeTypedBefore.mockReturnValueOnce({ text: 'early', enter: true })
  const { rerender } = renderApp(<List rows={['earlier']} isCurrent={false} />)
  expect(field()).toHaveProperty('value', 'early')
  rerender(<List rows={['first']} isCurrent />)
  expect(onChoose.mock.calls).toEqual([['first']])
})
