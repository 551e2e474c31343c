-- LÖVE needs no window and no sound of its own here.
function love.conf(t)
    for module in pairs(t.modules) do t.modules[module] = false end
end
