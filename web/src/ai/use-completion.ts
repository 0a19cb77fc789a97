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
  const abortRef = useRef<AbortController>(null)
  useEffect(() => () => abortRef.current?.abort(), [])
  const stop = () => {
    abortRef.current?.abort()
    abortRef.current = null
    setState({ status: 'idle' })
  }
  const ask = async (body: CompletionRequest) => {
    abortRef.current?.abort()
    const controller = new AbortController()
    const { signal } = controller
    abortRef.current = controller
    setState({ status: 'running', text: '' })
    try {
      const completion = await requestCompletion(body, {
        signal,
        onText: (text) => setState({ status: 'running', text }),
      })
      setState({ status: 'done', completion })
    } catch (error) {
      if (!signal.aborted) setState({ status: 'failed', message: (error as Error).message })
    }
  }
  return { state, ask, stop }
}
