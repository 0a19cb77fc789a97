import Bowser from 'bowser'

export type Device = { browser: string | null; system: string | null; is_mobile: boolean }

/** Browser and system names from a user agent; null where it has none. */
export function parseDevice(user_agent: string | null): Device {
  if (!user_agent) return { browser: null, system: null, is_mobile: false }
  const { browser, os, platform } = Bowser.parse(user_agent)
  return {
    browser: browser.name || null,
    system: os.name || null,
    is_mobile: platform.type === 'mobile' || platform.type === 'tablet',
  }
}
