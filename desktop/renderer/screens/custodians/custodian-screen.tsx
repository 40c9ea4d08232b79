import { Outlet } from '@tanstack/react-router'

export function CustodianScreen() {
  return <Outlet />
}
