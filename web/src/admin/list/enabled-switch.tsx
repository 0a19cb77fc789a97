import { useApiMutation } from '../../api/use-api-mutation.ts'
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
  const change = useApiMutation(save)
  return (
    <Switch
      label={label}
      checked={change.isPending ? change.variables : on}
      onCheckedChange={(checked) => !change.isPending && change.mutate(checked)}
    />
  )
}
