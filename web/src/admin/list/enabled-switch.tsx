import { useMutation } from '@tanstack/react-query'
import { showFailure } from '../../lib/toast.ts'
import { Switch } from '../../ui/inputs/switch.tsx'

/** Toggles immediately. Reverts and shows the error when the server refuses. */
export function EnabledSwitch({
  on,
  label,
  save,
}: {
  on: boolean
  label: string
  save: (on: boolean) => Promise<unknown>
}) {
  const change = useMutation({
    networkMode: 'always',
    mutationFn: save,
    onError: (error, checked) => showFailure(error, () => change.mutate(checked)),
  })
  return (
    <Switch
      label={label}
      checked={change.isPending ? change.variables : on}
      onCheckedChange={(checked) => !change.isPending && change.mutate(checked)}
    />
  )
}
