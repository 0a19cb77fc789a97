import { useEffect, useRef, useState } from 'react'
import { type Answer, askModel } from './ask-model.ts'

type Ask = Parameters<typeof askModel>[0]
export type Asking =
  | { is: 'idle' }
  | { is: 'running'; text: string }
  | { is: 'done'; answer: Answer }
  | { is: 'failed'; message: string }

/** One question at a time, shown as it is answered. Whoever leaves the page stops it. */
export function useAsking() {
  const [state, setState] = useState<Asking>({ is: 'idle' })
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const stop = () => {
    running.current?.abort()
    running.current = null
    setState({ is: 'idle' })
  }
  const ask = async (question: Ask) => {
    running.current?.abort()
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    setState({ is: 'running', text: '' })
    try {
      const answer = await askModel(question, {
        signal,
        onText: (text) => setState({ is: 'running', text }),
      })
      setState({ is: 'done', answer })
    } catch (error) {
      if (!signal.aborted) setState({ is: 'failed', message: (error as Error).message })
    }
  }
  return { state, ask, stop }
}
