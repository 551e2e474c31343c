print("thud")
