import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/inputs/icon-button.tsx'
import { Input, type InputProps } from '../../ui/inputs/input.tsx'

export function PasswordInput(props: InputProps) {
  const { t } = useTranslation()
  const [isVisible, setIsVisible] = useState(false)
  return (
    <Input
      {...props}
      large
      type={isVisible ? 'text' : 'password'}
      className="pr-1"
      end={
        <IconButton
          label={t(isVisible ? 'login.hide_password' : 'login.show_password')}
          onClick={() => setIsVisible(!isVisible)}
        >
          {isVisible ? <EyeOff size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
        </IconButton>
      }
    />
  )
}
