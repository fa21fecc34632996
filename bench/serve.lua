-- The page's files in turn, as a browser that has none of them asks: for wrk (bench/serve).
local files = {}
for name in io.lines(os.getenv("COLONNADE_FILES")) do files[#files + 1] = name end
local at = 0
request = function()
  at = at % #files + 1
  return wrk.format("GET", "/" .. files[at], { ["Accept-Encoding"] = "gzip" })
end
