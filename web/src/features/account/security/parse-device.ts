import Bowser from 'bowser'

export type Device = { browser: string | null; system: string | null; is_mobile: boolean }

/** What a browser says of itself, in names that people know; null for what it does not say. */
export function parseDevice(user_agent: string | null): Device {
  if (!user_agent) return { browser: null, system: null, is_mobile: false }
  const { browser, os, platform } = Bowser.parse(user_agent)
  return {
    browser: browser.name || null,
    system: os.name || null,
    is_mobile: platform.type === 'mobile' || platform.type === 'tablet',
  }
}
