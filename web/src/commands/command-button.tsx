import { useTranslation } from 'react-i18next'
import { IconButton, type IconButtonProps } from '../ui/inputs/icon-button.tsx'
import { displayKey, isAvailable } from './command.ts'
import { useCommand } from './command-registry.ts'

/**
 * A button for a registered command, with its name, icon and shortcut. Renders nothing while the command is not
 * registered.
 */
export function CommandButton({
  command: id,
  ...rest
}: { command: string } & Pick<IconButtonProps, 'side' | 'size' | 'className'>) {
  const { t } = useTranslation()
  const command = useCommand(id)
  if (!command?.run || !command.icon || !isAvailable(command)) return null
  const Icon = command.icon
  return (
    <IconButton
      {...rest}
      label={t(command.label, command.labelValues ?? {})}
      shortcut={displayKey(command)}
      onClick={command.run}
    >
      <Icon size={16} aria-hidden />
    </IconButton>
  )
}
