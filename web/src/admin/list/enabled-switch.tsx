import { useMutation } from '@tanstack/react-query'
import { showFailure } from '../../lib/toast.ts'
import { Switch } from '../../ui/inputs/switch.tsx'

/** Turns something on or off at once; goes back, with the reason, when the server refuses. */
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
    onError: (error, wanted) => showFailure(error, () => change.mutate(wanted)),
  })
  return (
    <Switch
      label={label}
      checked={change.isPending ? change.variables : on}
      onCheckedChange={(wanted) => !change.isPending && change.mutate(wanted)}
    />
  )
}
