import { useLayoutEffect, useRef, useState } from 'react'

type Handlers = Record<string, (...given: never[]) => unknown>

/** The same functions on every render, each calling the latest handler of its name: for children that skip renders. */
export function useStableHandlers<Given extends Handlers>(handlers: Given): Given {
  const latest = useRef(handlers)
  useLayoutEffect(() => {
    latest.current = handlers
  })
  const [stable] = useState(
    () =>
      Object.fromEntries(
        Object.keys(handlers).map((name) => [name, (...given: never[]) => latest.current[name]?.(...given)]),
      ) as Given, // the same names, with functions of the same types
  )
  return stable
}
