import {
  type KeepableStep,
  keepableSteps,
  keepSetupSteps,
  type SetupStep,
} from '@parley/contract/getting-started'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { showFailure } from '../../lib/toast.ts'

/** Leaves a step as it is, or takes that back, for everyone. */
export function useKeep(kept: readonly KeepableStep[]) {
  const cache = useQueryClient()
  return async function change(name: SetupStep, keep: boolean) {
    const steps = keepableSteps.filter((step) => (step === name ? keep : kept.includes(step)))
    try {
      await call(keepSetupSteps, { body: { steps } })
      await cache.invalidateQueries({ queryKey: keys.gettingStarted })
    } catch (error) {
      showFailure(error, () => void change(name, keep))
    }
  }
}
