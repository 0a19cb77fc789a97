import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { toast } from '../lib/toast.ts'
import { eventually } from '../testing/eventually.ts'
import { useApiMutation } from './use-api-mutation.ts'

afterEach(() => vi.restoreAllMocks())

/** What the hook returns in a component. Mutations need no mounted component. */
function render<Hook>(useHook: () => Hook, client = new QueryClient()): Hook {
  const rendered: Hook[] = []
  function Component() {
    rendered.push(useHook())
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Component />
    </QueryClientProvider>,
  )
  const [hook] = rendered
  if (!hook) throw new Error('The component was not rendered')
  return hook
}

test('a success calls back, shows its message and refetches, in this order', async () => {
  const steps: string[] = []
  const client = new QueryClient()
  vi.spyOn(toast, 'success').mockImplementation(async (message) => void steps.push(message))
  vi.spyOn(client, 'invalidateQueries').mockImplementation(async ({ queryKey } = {}) => {
    steps.push(`refetch ${String(queryKey)}`)
  })
  const { mutateAsync } = render(
    () =>
      useApiMutation(async (name: string) => ({ id: 7, name }), {
        invalidateKey: ['tags'],
        successMessage: ({ id }, name) => `${name} is ${id}`,
        onSuccess: () => void steps.push('called back'),
      }),
    client,
  )
  expect(await mutateAsync('Billing')).toEqual({ id: 7, name: 'Billing' })
  expect(steps).toEqual(['called back', 'Billing is 7', 'refetch tags'])
})

test('a failure is a toast whose button repeats the call with the same input', async () => {
  const error = vi.spyOn(toast, 'error').mockResolvedValue()
  const run = vi.fn(async (_name: string) => {})
  run.mockRejectedValueOnce(new Error('No connection'))
  const { mutateAsync } = render(() => useApiMutation(run))
  await expect(mutateAsync('Billing')).rejects.toThrow('No connection')
  const [message, options] = error.mock.calls[0] ?? []
  expect(message).toBe('No connection')
  const button = options?.action
  if (typeof button !== 'object' || button === null || !('onClick' in button)) throw new Error('No button')
  button.onClick({} as never) // unused by the handler
  await eventually(() => expect(run).toHaveBeenCalledTimes(2))
  expect(run).toHaveBeenLastCalledWith('Billing')
})

test('an inline failure shows no toast', async () => {
  const error = vi.spyOn(toast, 'error').mockResolvedValue()
  const onError = vi.fn()
  const { mutateAsync } = render(() =>
    useApiMutation(() => Promise.reject(new Error('Wrong code')), { failure: 'inline', onError }),
  )
  await expect(mutateAsync()).rejects.toThrow('Wrong code')
  expect(onError).toHaveBeenCalledOnce()
  expect(error).not.toHaveBeenCalled()
})

test('a change made offline fails instead of waiting for the network', async () => {
  vi.spyOn(toast, 'error').mockResolvedValue()
  onlineManager.setOnline(false)
  try {
    const { mutateAsync } = render(() => useApiMutation(() => Promise.reject(new Error('No connection'))))
    await expect(mutateAsync()).rejects.toThrow('No connection')
  } finally {
    onlineManager.setOnline(true)
  }
})
