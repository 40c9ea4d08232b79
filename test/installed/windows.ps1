# Checks the installer of Strongroom on Windows, as an administrator: windows.ps1 Strongroom-VERSION-setup.exe
param([Parameter(Mandatory)] [string] $Setup)
$ErrorActionPreference = 'Stop'

function Assert([bool] $Holds, [string] $What) {
  if (-not $Holds) { throw "failed: $What" }
  Write-Output "ok: $What"
}

Start-Process -FilePath $Setup -ArgumentList '/S' -Wait
$program = 'C:\Program Files\Strongroom\Strongroom.exe'
Assert (Test-Path $program) 'installed without a question'

# As a console that is opened afterwards has it.
$env:Path = [Environment]::GetEnvironmentVariable('Path', 'Machine')
$env:STRONGROOM_DATA = Join-Path $env:RUNNER_TEMP 'data'
cmd /c 'strongroom demo > nul'
Assert ($LASTEXITCODE -eq 0) 'the command is on the PATH'
cmd /c 'strongroom improt 2> nul'
Assert ($LASTEXITCODE -eq 2) 'a script gets the exit code'
$list = Join-Path $env:RUNNER_TEMP 'tokens.json'
cmd /c "strongroom token list --json > `"$list`""
Assert ($LASTEXITCODE -eq 0 -and $null -ne (Get-Content -Raw $list | ConvertFrom-Json)) 'output goes to a file'

$archive = 'C:\Program Files\Strongroom\resources\app.asar'
$bytes = [IO.File]::ReadAllBytes($archive)
$bytes[100] = $bytes[100] -bxor 1
[IO.File]::WriteAllBytes($archive, $bytes)
cmd /c 'strongroom --version > nul 2> nul'
Assert ($LASTEXITCODE -ne 0) 'a changed archive is refused'
$bytes[100] = $bytes[100] -bxor 1
[IO.File]::WriteAllBytes($archive, $bytes)
cmd /c 'strongroom --version > nul'
Assert ($LASTEXITCODE -eq 0) 'the archive as it was is taken again'
