import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { conversationFixture, toListItem } from '../../../realtime/conversation-fixtures.ts'
import { useRowsInView } from './use-rows-in-view.ts'

test('the first render of a list has the rows of a screen, before anything is measured', () => {
  const rows = Array.from({ length: 500 }, (_, index) => toListItem(conversationFixture(index + 1)))
  const scroller = { current: document.createElement('div') }
  const rendered: number[] = []
  renderHook(() => {
    rendered.push(useRowsInView(rows, false, scroller).rowsInView.length)
  })
  const [first = 0] = rendered
  expect(first).toBeGreaterThan(5)
  expect(first).toBeLessThan(50)
})
