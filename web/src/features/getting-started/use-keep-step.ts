import {
  keepSetupSteps,
  type SetupStep,
  type SkippableStep,
  skippableSteps,
} from '@parley/contract/settings/getting-started'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { showFailure } from '../../lib/toast.ts'

/** Marks a step as done without changes, or undoes that, for everyone. */
export function useKeepStep(kept: readonly SkippableStep[]) {
  const cache = useQueryClient()
  const change = async (name: SetupStep, keep: boolean) => {
    const steps = skippableSteps.filter((step) => (step === name ? keep : kept.includes(step)))
    try {
      await call(keepSetupSteps, { body: { steps } })
      await cache.invalidateQueries({ queryKey: queryKeys.gettingStarted })
    } catch (error) {
      showFailure(error, () => void change(name, keep))
    }
  }
  return change
}
