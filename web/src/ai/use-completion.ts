import { useEffect, useRef, useState } from 'react'
import { type Completion, requestCompletion } from './request-completion.ts'

type CompletionRequest = Parameters<typeof requestCompletion>[0]
export type CompletionState =
  | { status: 'idle' }
  | { status: 'running'; text: string }
  | { status: 'done'; completion: Completion }
  | { status: 'failed'; message: string }

/** One streaming completion at a time. Leaving the page aborts it. */
export function useCompletion() {
  const [state, setState] = useState<CompletionState>({ status: 'idle' })
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const stop = () => {
    running.current?.abort()
    running.current = null
    setState({ status: 'idle' })
  }
  const ask = async (body: CompletionRequest) => {
    running.current?.abort()
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    setState({ status: 'running', text: '' })
    try {
      const answer = await requestCompletion(body, {
        signal,
        onText: (text) => setState({ status: 'running', text }),
      })
      setState({ status: 'done', completion: answer })
    } catch (error) {
      if (!signal.aborted) setState({ status: 'failed', message: (error as Error).message })
    }
  }
  return { state, ask, stop }
}
