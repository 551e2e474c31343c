function love.conf(t)
    t.window.title = "thud bench"
    t.window.width, t.window.height = 320, 200
    t.modules.joystick, t.modules.physics, t.modules.video = false, false, false
end
